"""Checks a day's receipts: Parquet in, Parquet out.

    spark-submit --files receipt --py-files receipts.py job.py INPUT OUTPUT 2026-11-22

INPUT has the columns `day` and `receipt`, and any others, which are kept. OUTPUT is partitioned by day. A
repeated run replaces the day's rows and no others, and with the same program gives the same rows.
"""

import argparse

from pyspark.sql import SparkSession

import receipts

parser = argparse.ArgumentParser()
parser.add_argument("input")
parser.add_argument("output")
parser.add_argument("day", help="the partition to check; ownership is judged at its beginning in UTC")
parser.add_argument("--commands", default="check,diagnose,decode")
parser.add_argument("options", nargs="*", help="options of receipt, after --")
arguments = parser.parse_args()

spark = (
    SparkSession.builder.appName("receipts")
    .config("spark.sql.sources.partitionOverwriteMode", "dynamic")
    .config("spark.sql.session.timeZone", "UTC")
    .getOrCreate()
)
rows = spark.read.parquet(arguments.input).where(f"day = DATE'{arguments.day}'")
answers = receipts.with_answers(
    rows, commands=arguments.commands.split(","), options=["--at", arguments.day, *arguments.options])
answers.write.mode("overwrite").partitionBy("day").parquet(arguments.output)
