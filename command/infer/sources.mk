# Points in, a verdict out; uses command/base alone.  Each file includes those
# above its own only.
#
# SPDX-License-Identifier: GPL-2.0-or-later

infer_sources += \
	%D%/growth.c %D%/growth.h \
	%D%/verdict.c %D%/verdict.h \
	%D%/tuning.c %D%/tuning.h \
	%D%/curve.c %D%/curve.h \
	%D%/describe.c %D%/describe.h \
	%D%/sample.c %D%/sample.h \
	%D%/changepoint_scan.c %D%/changepoint_scan.h \
	%D%/pilot.c %D%/pilot.h \
	%D%/evidence.c %D%/evidence.h \
	%D%/tally.c %D%/tally.h \
	%D%/fixed_models.c %D%/fixed_models.h \
	%D%/offset_models.c %D%/offset_models.h \
	%D%/power_models.c %D%/power_models.h \
	%D%/changepoint.c %D%/changepoint.h \
	%D%/posterior.c %D%/posterior.h \
	%D%/diagnostics.c %D%/diagnostics.h \
	%D%/top.c %D%/top.h \
	%D%/groups.c %D%/groups.h \
	%D%/estimate.c %D%/estimate.h \
	%D%/infer.c %D%/infer.h
