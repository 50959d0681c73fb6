import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** Where packages of the operating system put a browser. */
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

/** Whether this machine has a browser for the tests of pages. */
export const hasBrowser = installed !== undefined

/** A browser without a window; its pages trust the certificate of the test. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: installed!, args: ['--no-sandbox', '--disable-gpu'] })
}
