import { Module } from '@nestjs/common'
import { GetZoneVersion } from './get-zone-version'
import { ListZoneVersions } from './list-zone-versions'

/** The history of zones: what each version changed. */
@Module({ controllers: [GetZoneVersion, ListZoneVersions] })
export class VersionsModule {}
