import { Module } from '@nestjs/common'
import { CreateDmarcOrder } from './email-dmarc/create-dmarc-order'
import { GetDmarcOrder } from './email-dmarc/get-dmarc-order'
import { ListDmarcOrders } from './email-dmarc/list-dmarc-orders'

@Module({ controllers: [CreateDmarcOrder, GetDmarcOrder, ListDmarcOrders] })
export class OrdersModule {}
