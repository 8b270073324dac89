# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/client_requests.c %D%/client_requests.h \
	%D%/main.c %D%/steering.c %D%/steering.h
