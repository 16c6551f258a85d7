"""Dates, times, ages, durations, numbers, amounts and money: the one place that reads them and says them again."""
