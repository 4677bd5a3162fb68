CREATE TABLE receipt_rows (
  -- The file as it was named; - for standard input.
  file                    text NOT NULL,
  -- Where in the input the receipt stands, if there are several.
  part                    text,
  -- The line in which its row begins, counted from 1.
  line                    bigint,
  -- How many products the receipt has, at most 1,000 of each customer: it has a row for each, and one row if it has none.
  products                bigint NOT NULL,
  -- The number of this product among them, from 1.
  product_number          bigint,
  -- What kind of text it is.
  form                    text,
  -- The environment that it names: Production, Sandbox, Xcode. Words beside a signed text do not count.
  environment             text,
  -- The app that it names. Words beside a signed text do not count.
  bundle_id               text,
  -- Apple's number of this Apple Account and this app.
  app_transaction_id      text,
  -- The product.
  product_id              text,
  -- The transaction that decides what the customer has.
  transaction_id          text,
  -- The first transaction of the subscription or purchase.
  original_transaction_id text,
  -- The UUID that the app gave the customer. Words beside a signed text do not count.
  account_token           text,
  -- What the customer has of the product at judged_at.
  access                  text,
  -- The end of what is known to be paid or granted.
  until                   timestamptz,
  -- Who pays. Words beside a signed text do not count.
  payer                   text,
  -- What happened, if the purchase was taken back.
  withdrawal              text,
  -- When that was.
  withdrawn_at            timestamptz,
  -- How that is known: whose signature covers it.
  certainty               text,
  -- Whether the receipt passes every check, as receipt check says.
  verdict                 text NOT NULL,
  -- The first check that it does not pass.
  failed_check            text,
  -- Why it does not pass that, in a word.
  reason                  text,
  -- When it was signed, or the response given.
  signed_at               timestamptz,
  -- What "now" was.
  judged_at               timestamptz NOT NULL,
  -- What the row cannot tell: date-beyond-range, more-products; with a blank between them.
  notes                   text,
  -- The version of receipt that judged it.
  tool_version            text NOT NULL
);
