# Every target is `python3 run.py TARGET`.
.PHONY: run test test-services lint audit bench setup

run test test-services lint audit bench setup:
	python3 run.py $@
