# Every target is `python3 run.py TARGET`.
.PHONY: run test test-services lint audit bench chaos setup upgrade

run test test-services lint audit bench chaos setup upgrade:
	python3 run.py $@
