# Every target is `python3 run.py TARGET`; `make TARGET PYTHON=python3.14` takes another Python.
PYTHON ?= python3
.PHONY: run test test-all test-services lint audit bench pages inspect chaos setup upgrade

run test test-all test-services lint audit bench pages inspect chaos setup upgrade:
	$(PYTHON) run.py $@
