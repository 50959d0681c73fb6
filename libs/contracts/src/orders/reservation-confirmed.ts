import { z } from 'zod'
import { command } from '../event'

/** The order that the reservation is for was placed: from now on only its owner ends the reservation. */
export const reservationConfirmed = command({
  id: 'reservation.confirmed',
  service: 'orders',
  payload: z.object({ orderId: z.uuid() }),
})
