"""Run the command on a cluster: spark-submit --master URL examples/spark_submit.py sanitize ... --engine spark"""

from sanitizer.commands import main

main()
