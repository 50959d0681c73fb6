import { randomCode } from '@nameyard/runtime/random-code'
import { loginObstacle } from '../sessions/model/login-obstacle'
import { contactSteps } from './contact-steps'
import type { Course } from './course'
import { domainSteps } from './domain-steps'
import { hostSteps } from './host-steps'
import type { PollSteps } from './poll-steps'
import type { Registrar } from './registrar'
import { cleanUp, removalSteps } from './removal-steps'
import { transferSteps } from './transfer-steps'

/**
 * What a registry's desk wants to see before it opens production: each command with its effect, and each usual refusal. What
 * an earlier step makes impossible is left out; that step has failed.
 */
export async function runScript(course: Course, poll: PollSteps): Promise<void> {
  const { first, second } = course
  if (!(await logIn(course, first)) || (second && !(await logIn(course, second)))) return
  try {
    const contacts = await contactSteps(course)
    await hostSteps(course)
    const authInfo = randomCode(16)
    if (await domainSteps(course, contacts, authInfo)) {
      await removalSteps(course, await transferSteps(course, authInfo, poll))
    }
  } finally {
    await cleanUp(course)
  }
  await logOut(course, first)
  if (second) await logOut(course, second)
}

async function logIn({ exam }: Course, registrar: Registrar): Promise<boolean> {
  const { connection, account } = registrar.registry
  try {
    await registrar.logIn()
    exam.end(`login ${account}`, 'passed', `logged in at ${connection.host} as ${connection.clientId}`)
    return true
  } catch (error) {
    exam.end(`login ${account}`, 'failed', loginObstacle(error as Error, connection).text)
    return false
  }
}

/** The answer to a logout is 1500 (RFC 5730 section 2.9.1.2). */
async function logOut({ exam }: Course, registrar: Registrar): Promise<void> {
  await registrar.end()
  const isAnswered = exam.hasSeen('code="1500"')
  const text = isAnswered ? 'logged out' : 'the logout was not answered 1500'
  exam.end(`logout ${registrar.registry.account}`, isAnswered ? 'passed' : 'failed', text)
}
