import { Injectable } from '@nestjs/common'
import { Dialect } from '../dialect'

/** EPP as in the RFCs. Everything else about its registries is data of records and accounts. */
@Injectable()
export class Plain extends Dialect {
  override readonly name = 'plain'
}
