import { Global, Module, type DynamicModule } from '@nestjs/common'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from './config'

/** The settings of the worker, and the cipher of auth codes, for every feature. */
@Global()
@Module({})
export class ConfigModule {
  static with(config: RegistryWorkerConfig): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: REGISTRY_WORKER_CONFIG, useValue: config },
        { provide: AuthCodeCipher, useValue: new AuthCodeCipher(config.AUTH_CODE_SECRET) },
      ],
      exports: [REGISTRY_WORKER_CONFIG, AuthCodeCipher],
    }
  }
}
