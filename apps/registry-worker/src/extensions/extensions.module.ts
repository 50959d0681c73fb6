import { Module } from '@nestjs/common'
import { ChangesModule } from '../changes/changes.module'
import { RegistriesModule } from '../registries/registries.module'
import { Extensions } from './extensions'
import { OnExtensionChanged } from './on-extension-changed'

/** The extensions that operators have set, at the accounts that serve them. */
@Module({ imports: [ChangesModule, RegistriesModule], controllers: [OnExtensionChanged], providers: [Extensions] })
export class ExtensionsModule {}
