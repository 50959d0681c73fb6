import { Module } from '@nestjs/common'
import { CreateKey } from './create-key'
import { ListKeys } from './list-keys'
import { RevokeKey } from './revoke-key'
import { RotateKey } from './rotate-key'

/** The API keys of an account. */
@Module({ controllers: [CreateKey, ListKeys, RevokeKey, RotateKey] })
export class KeysModule {}
