# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/client_requests.c %D%/client_requests.h \
	%D%/main.c %D%/program_file.c %D%/program_file.h \
	%D%/steering.c %D%/steering.h
