# Two commands do everything: `make play` and `make test`. Both set up .venv by themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WEB_TOOLS := $(VENV)/web-tools
CAPOMASTRO_PURE ?= 0
export CAPOMASTRO_PURE
HAS_COMPILER := $(shell command -v $${CC:-cc} >/dev/null 2>&1 && echo yes)
BUILD := $(if $(and $(filter-out 1,$(CAPOMASTRO_PURE)),$(HAS_COMPILER)),compiled,interpreted)
INSTALLED := $(VENV)/installed-$(BUILD)
SOURCES := pyproject.toml setup.py README.md LICENSE $(shell find src -type f -not -name '*.pyc')
RULES := tests/core tests/laws tests/third_game tests/palazzo tests/pillars tests/bots tests/playthroughs tests/research
MEASURED := tests/core tests/palazzo tests/pillars
TWICE := $(patsubst %,tests/bots/test_bots_%.py,heuristic laws learned merging search)
ONCE := tests/research tests/third_game tests/core/test_cli.py tests/core/test_cli_review.py tests/core/test_install.py \
	tests/palazzo/test_palazzo_watching.py tests/pillars/test_pillars_watching.py \
	$(filter-out $(TWICE),$(wildcard tests/bots/test_*.py))
SIDE_BY_SIDE := --reruns 1 --numprocesses 2 --dist loadfile --no-loadscope-reorder
GAME ?= palazzo
# Whoever starts a hundred programs compiles every module once, not a hundred times.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-source test-installed test-server test-browser check check-web web-types bench playthroughs pictures posters terminal-pictures drawing guides docs clean

play: $(INSTALLED)
	$(BIN)/capomastro

# Two cores are enough: whoever drives a browser, a server or a terminal waits half of the time. While the rules are
# compiled, what needs no compiled ones is looked at.
test:
	$(MAKE) --no-print-directory --output-sync=target -j3 $(INSTALLED) check test-source test-browser test-server test-installed

# The rules interpreted, straight from the source. Tracing every line makes the rules four times slower (Python 3.14 traces
# more cheaply), so only the tests that follow the rules are measured; pyproject.toml says how much they must reach. What
# starts programs of its own, tries out every possibility, or is about how bots play, is tested once, as it is installed.
# Of bots, what follows the laws or a search step by step is tested both ways.
test-source: $(VENV)/tools
	PYTHONPATH=src CAPOMASTRO_EXPECT=interpreted $(BIN)/python -m pytest $(filter-out $(MEASURED) $(ONCE),$(RULES)) $(ONCE:%=--ignore=%)
	PYTHONPATH=src CAPOMASTRO_EXPECT=interpreted $(BIN)/python -m coverage run -m pytest $(MEASURED) $(ONCE:%=--ignore=%)
	$(BIN)/python -m coverage report --format=total

# All of them as they are installed: compiled where there is a compiler.
test-installed: $(INSTALLED)
	CAPOMASTRO_EXPECT=$(BUILD) $(BIN)/python -m pytest $(RULES)

# Real servers, databases and terminals; what fails there, or in a browser, is tried once more, and named: see
# docs/decisions/0012.
test-server: $(INSTALLED)
	CAPOMASTRO_EXPECT=$(BUILD) $(BIN)/python -m pytest $(SIDE_BY_SIDE) tests/server tests/terminal

# Real games in a real Chromium, where one is found.
test-browser: $(INSTALLED)
	CAPOMASTRO_EXPECT=$(BUILD) $(BIN)/python -m pytest $(SIDE_BY_SIDE) tests/browser tests/web

check: $(VENV)/tools $(if $(shell command -v npm),check-web)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# The page against its types and its style; tools of npm, fetched once. The page itself needs none of them.
check-web: $(WEB_TOOLS)/fetched
	$(WEB_TOOLS)/node_modules/.bin/biome ci --error-on-warnings
	$(WEB_TOOLS)/node_modules/.bin/tsc

# Regenerates the types of the protocol, after a message or a view has changed.
web-types: $(VENV)/tools
	PYTHONPATH=src $(BIN)/python tests/web/protocol_types.py

bench: $(INSTALLED)
	$(BIN)/capomastro bench engine $(GAME)

# Regenerates the golden games; look at the difference before you commit it.
playthroughs: $(VENV)/tools
	PYTHONPATH=src $(BIN)/python tests/playthroughs/playthrough.py

# Every screen of the page, at six sizes, light and dark.
pictures: $(INSTALLED)
	$(BIN)/python tests/browser/pictures.py

# The pictures that links to finished matches show; look at them before you commit.
posters: $(INSTALLED)
	$(BIN)/python tests/browser/posters.py

# Screens of the full-screen table as SVG in docs/pictures; look at them before you commit.
terminal-pictures: $(VENV)/tools
	PYTHONPATH=src:tests/terminal $(BIN)/python tests/terminal/terminal_pictures.py

# How long the page takes to draw a full board.
drawing: $(INSTALLED)
	$(BIN)/python tests/browser/drawing.py

# Records the guided first games again; look at the difference before you commit it.
guides: $(VENV)/tools
	PYTHONPATH=src $(BIN)/python tests/browser/record_guides.py

# The documents as a site in build/site; a broken link fails.
docs: $(VENV)/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

clean:
	rm -rf $(VENV) build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What the project needs, our own package uncompiled so that this takes no longer than fetching it.
$(VENV)/tools: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip setuptools wheel
	CAPOMASTRO_PURE=1 $(BIN)/python -m pip install --quiet ".[dev]"
	touch $@

$(WEB_TOOLS)/fetched: package.json package-lock.json
	mkdir -p $(WEB_TOOLS)
	cp package.json package-lock.json $(WEB_TOOLS)
	npm ci --silent --no-audit --no-fund --prefix $(WEB_TOOLS)
	touch $@

$(VENV)/docs: $(VENV)/tools
	$(BIN)/python -m pip install --quiet "mkdocs-material>=9.5" "mkdocstrings[python]>=0.26"
	touch $@

# Never built in place: a stale library beside the source would hide an edit.
$(INSTALLED): $(VENV)/tools $(SOURCES)
	rm -rf build $(VENV)/installed-*
	$(BIN)/python -m pip install --quiet --no-deps --force-reinstall --no-build-isolation .
	rm -rf build
	$(BIN)/capomastro --version
	touch $@
