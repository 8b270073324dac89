# SPDX-License-Identifier: GPL-2.0-or-later

# The page of `aprof html`: one text, made of these files and of Chart.js.
html_files = \
	%D%/assemble \
	%D%/page.html \
	%D%/css/1-base.css \
	%D%/css/2-table.css \
	%D%/css/3-routine.css \
	%D%/js/columns.js \
	%D%/js/data.js \
	%D%/css/4-calls.css \
	%D%/css/5-print.css \
	%D%/js/flame.js \
	%D%/js/format.js \
	%D%/js/gains.js \
	%D%/js/growth.js \
	%D%/js/keys.js \
	%D%/js/main.js \
	%D%/js/outline.js \
	%D%/js/panels.js \
	%D%/js/plot.js \
	%D%/js/routine.js \
	%D%/js/seconds.js \
	%D%/js/spark.js \
	%D%/js/state.js \
	%D%/js/summary.js \
	%D%/js/table.js \
	%D%/js/terms.js \
	%D%/js/theme.js \
	%D%/js/thin.js \
	%D%/js/tooltip.js \
	%D%/js/tree.js \
	%D%/js/views.js \
	%D%/js/zoom.js

command/html/page.c: $(html_files) $(CHART_JS) Makefile
	$(AM_V_GEN)$(MKDIR_P) command/html
	$(AM_V_at)$(SHELL) $(srcdir)/%D%/assemble \
	  $(srcdir)/%D% '$(CHART_JS)' > $@.part
	$(AM_V_at)mv $@.part $@
