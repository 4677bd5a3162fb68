"""Checks a day's receipts: Parquet in, Parquet out.

    spark-submit --files receipt --py-files receipts.py job.py INPUT OUTPUT 2026-11-22

INPUT and OUTPUT are partitioned by day: INPUT/day=2026-11-22/*.parquet. The files have the column `receipt`, and any
others, which are kept. A repeated run replaces the day's rows and no others, and with the same program gives the
same rows.
"""

import argparse

import receipts


def answer_day(spark, source, target, day, commands, options):
    answers = receipts.answers_of_files(
        spark, f"{source}/day={day}", base=source, commands=commands, options=["--at", day, *options])
    answers.write.mode("overwrite").option("partitionOverwriteMode", "dynamic").partitionBy("day").parquet(target)


def main():
    from pyspark.sql import SparkSession

    parser = argparse.ArgumentParser()
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("day", help="the partition to check; ownership is judged at its beginning in UTC")
    parser.add_argument(
        "--commands", default="check --compact,diagnose --compact", help="some of: " + ", ".join(receipts.COMMANDS))
    parser.add_argument("options", nargs="*", help="options of receipt, after --")
    arguments = parser.parse_args()
    spark = SparkSession.builder.appName("receipts").config("spark.sql.session.timeZone", "UTC").getOrCreate()
    answer_day(
        spark, arguments.input, arguments.output, arguments.day, arguments.commands.split(","), arguments.options)


if __name__ == "__main__":
    main()
