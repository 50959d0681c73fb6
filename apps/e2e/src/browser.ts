import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** Path of the browser that a package of the operating system installed. */
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

/**
 * Describes tests that need a browser. On a machine without one they do not run, which fails in CI (`CI`), where one is
 * always installed.
 */
export function describeInBrowser(name: string, tests: () => void): void {
  if (installed !== undefined) describe(name, tests)
  else it(`${name}: needs a browser, which CI must have`, () => expect(process.env.CI).toBeUndefined())
}

/** Opens a headless browser. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: installed!, args: ['--no-sandbox', '--disable-gpu'] })
}
