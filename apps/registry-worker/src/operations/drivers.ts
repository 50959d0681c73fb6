import { Injectable } from '@nestjs/common'
import type { RegistryAccount } from '../registries/registry'
import type { Driver } from './driver'

/** The drivers, by the name that accounts give. Each registers itself when its module starts. */
@Injectable()
export class Drivers {
  private readonly byName = new Map<string, Driver>()

  add(driver: Driver): void {
    this.byName.set(driver.name, driver)
  }

  /** Returns the driver of an account. */
  of({ account, driver: name }: RegistryAccount): Driver {
    const driver = this.byName.get(name)
    if (!driver) throw new Error(`the account ${account} needs the driver ${name}, which does not exist`)
    return driver
  }
}
