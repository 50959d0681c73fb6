import { Module } from '@nestjs/common'
import { Afnic } from './afnic/afnic'
import { Cira } from './cira/cira'
import type { Dialect } from './dialect'
import { Dialects } from './dialects'
import { Dnsbe } from './dnsbe/dnsbe'
import { Eurid } from './eurid/eurid'
import { Iis } from './iis/iis'
import { Nicat } from './nicat/nicat'
import { Nicit } from './nicit/nicit'
import { Norid } from './norid/norid'
import { Plain } from './plain/plain'
import { Punktum } from './punktum/punktum'
import { Sidn } from './sidn/sidn'
import { Verisign } from './verisign/verisign'

/** One provider for each folder beside this file. */
const dialects = [Plain, Afnic, Cira, Dnsbe, Eurid, Iis, Nicat, Nicit, Norid, Punktum, Sidn, Verisign]

/** The dialects of registries. */
@Module({
  providers: [
    ...dialects,
    { provide: Dialects, useFactory: (...all: Dialect[]) => new Dialects(all), inject: dialects },
  ],
  exports: [Dialects],
})
export class DialectsModule {}
