"""Checks a day's receipts: Parquet in, Parquet out.

    spark-submit --py-files receipts.py job.py INPUT OUTPUT 2026-11-22 bundle_id=com.example.tea

INPUT and OUTPUT are partitioned by day: INPUT/day=2026-11-22/*.parquet. The files have the column `receipt`, and any
others, which are kept. A repeated run replaces the day's rows and no others, and with the same program gives the
same rows.
"""

import argparse

import receipts


def answer_day(spark, source, target, day, **options):
    answers = receipts.table_of_files(spark, f"{source}/day={day}", base=source, at=day, **options)
    answers.write.mode("overwrite").option("partitionOverwriteMode", "dynamic").partitionBy("day").parquet(target)


def main():
    from pyspark.sql import SparkSession

    parser = argparse.ArgumentParser()
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("day", help="the partition to check; ownership is judged at its beginning in UTC")
    parser.add_argument("options", nargs="*", metavar="NAME=VALUE", help="options of receipt table")
    arguments = parser.parse_args()
    spark = SparkSession.builder.appName("receipts").config("spark.sql.session.timeZone", "UTC").getOrCreate()
    options = dict(option.split("=", 1) for option in arguments.options)
    answer_day(spark, arguments.input, arguments.output, arguments.day, **options)


if __name__ == "__main__":
    main()
