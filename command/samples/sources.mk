# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/charge.c %D%/charge.h \
	%D%/code.c %D%/code.h \
	%D%/compare.c %D%/compare.h \
	%D%/counts.c %D%/counts.h \
	%D%/culprits.c %D%/culprits.h \
	%D%/forwarding.c %D%/forwarding.h \
	%D%/generated.c %D%/generated.h \
	%D%/listing.c %D%/listing.h \
	%D%/model.c %D%/model.h \
	%D%/profile_counts.c %D%/profile_counts.h \
	%D%/program.c %D%/program.h \
	%D%/read.c %D%/read.h \
	%D%/samples.c %D%/samples.h \
	%D%/store.c %D%/store.h \
	%D%/table.c %D%/table.h \
	%D%/variants.c %D%/variants.h \
	%D%/write.c %D%/write.h
