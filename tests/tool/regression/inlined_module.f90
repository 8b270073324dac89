! The host stands below a module in the debug information: see
! inlined_languages.test.
!
! SPDX-License-Identifier: GPL-2.0-or-later
module sums
   implicit none
   private :: inlined_total
   integer, volatile :: kept
contains
   pure integer function inlined_total(cells, n)
      integer, value :: n
      integer, intent(in) :: cells(n)
      integer :: i
      inlined_total = 0
      do i = 1, n
         inlined_total = ieor(inlined_total * 3, cells(i))
      end do
   end function
   subroutine host(cells, n)
      integer, intent(in) :: n
      integer, intent(in) :: cells(n)
      kept = inlined_total(cells, n)
   end subroutine
end module
program main
   use sums
   implicit none
   integer :: cells(50), i
   cells = 7
   do i = 10, 50, 10
      call host(cells, i)
   end do
end program
