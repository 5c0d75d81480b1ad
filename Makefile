# chipscout: every target sets up what it needs, once, in .venv
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# The matrices of a fit are small: threads would only wait for each other.
ONE_THREAD := OPENBLAS_NUM_THREADS=1
UV ?= uv
COMPILE = $(UV) pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
  --python-version 3.11
QUESTION ?= repeated Llama fine-tune, PyTorch, tight region capacity

.PHONY: demo test check lint types bench fit accuracy day-one known golden docs picture screenshots lock clean
.DEFAULT_GOAL := demo

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "chipscout needs Python 3.11 or newer; set PYTHON=/path/to/one"; exit 2; }
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements.lock
	@$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || :  # pip compiles on one core; some packages ship files that do not
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q -j 0 bot engine knowledge
	@touch $(READY)

demo: $(READY)  ## the card for the founding question
	@$(BIN)/chipscout ask "$(QUESTION)"

# Rewriting every assert takes a worker longer than loading all it tests: only what failed is told in full.
test: lint  ## ruff, then every test, with mypy --strict beside them
	@$(BIN)/python -m compileall -q -j 0 bot engine knowledge tests tools benchmarks
	@$(BIN)/mypy > .mypy.txt 2>&1 & types=$$!; $(BIN)/pytest --assert=plain; tests=$$?; \
	  [ $$tests = 0 ] || $(BIN)/pytest --last-failed -n 0; \
	  wait $$types; types=$$?; cat .mypy.txt; rm -f .mypy.txt; [ $$tests = 0 ] && exit $$types || exit $$tests

check: test

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(READY)
	@$(BIN)/mypy

bench: $(READY)  ## speed, as ratios against named peers
	@$(BIN)/python -m benchmarks.speed
	@$(BIN)/python -m benchmarks.reading
	@$(BIN)/python -m benchmarks.feeds
	@$(BIN)/python -m benchmarks.history
	@$(BIN)/python -m benchmarks.imports
	@$(BIN)/python -m benchmarks.prices
	@$(BIN)/python -m benchmarks.slack

fit: $(READY)  ## fit training and serving speed to the measurements again
	@$(ONE_THREAD) $(BIN)/python -m benchmarks.fit_training
	@$(ONE_THREAD) $(BIN)/python -m benchmarks.fit_serving

accuracy: $(READY)  ## docs/accuracy.md and its pictures: every group predicted without itself
	@$(ONE_THREAD) $(BIN)/python -m tools.accuracy

day-one: $(READY)  ## how old the prices are that a release would come with, against what it says
	@$(BIN)/python -m tools.day_one

known: $(READY)  ## rewrite the list of everything the data knows; read the diff before committing it
	@$(BIN)/python -m tools.known

golden: $(READY)  ## rewrite the golden answers; read the diff before committing it
	@CHIPSCOUT_REWRITE_GOLDEN=1 $(BIN)/pytest tests/golden

docs: $(READY)  ## rewrite docs/cli.md, docs/card.svg and the samples in README and docs as they are printed now
	@$(BIN)/python -m tools.cli_reference
	@$(BIN)/python -m tools.walk
	@$(BIN)/python -m tools.picture

picture: $(READY)  ## redraw docs/card.svg from the card of today
	@$(BIN)/python -m tools.picture

screenshots: $(READY)  ## take docs/preview-*.png of the card of today; needs Chromium
	@$(BIN)/python -m tools.screenshots

lock:  ## pin what is not pinned: for development, for what serves, and for building it; needs uv
	@command -v $(UV) >/dev/null || { echo "make lock needs uv: https://docs.astral.sh/uv; set UV=/path/to/uv"; exit 2; }
	@$(COMPILE) --extra dev pyproject.toml -o requirements.lock
	@$(COMPILE) --extra agents --extra plan --extra postgres -c requirements.lock pyproject.toml -o requirements-serve.lock
	@grep -o 'hatchling==[0-9.]*' pyproject.toml | head -1 | $(COMPILE) -c requirements.lock - -o requirements-build.lock

clean:
	rm -rf $(VENV) build dist
