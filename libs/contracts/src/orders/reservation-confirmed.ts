import { z } from 'zod'
import { command } from '../event'

/** The order of the reservation was placed. From now on only the owner of the order ends the reservation. */
export const reservationConfirmed = command({
  id: 'reservation.confirmed',
  service: 'orders',
  payload: z.object({ orderId: z.uuid() }),
})
