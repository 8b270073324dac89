! An inlined call with known sizes: see inlined_languages.test.
!
! SPDX-License-Identifier: GPL-2.0-or-later

program main
   implicit none
   integer :: data(100), i
   integer, volatile :: sink

   do i = 1, 100
      data(i) = i
   end do
   do i = 10, 50, 10
      sink = inlined_total(data, i)
   end do

contains

   integer function inlined_total(a, n)
      integer, intent(in) :: a(*)
      integer, value :: n
      integer :: i, s

      s = 0
      do i = 1, n
         s = ieor(s * 3, a(i))
      end do
      inlined_total = s
   end function
end program
