import type { Right } from '../operation'
import type { AssistantProfile } from './profile-names'

/** The most rights that a token for a profile can have: those that its operations need. */
export const profileRights: Readonly<Record<AssistantProfile, readonly Right[]>> = {
  standard: ['read', 'write', 'purchase', 'transfer-codes'],
  read: ['read'],
  dns: ['read', 'write'],
  domains: ['read', 'write', 'purchase', 'transfer-codes'],
  all: ['read', 'write', 'purchase', 'transfer-codes'],
}

/** The path of a profile at the tool server. */
export function profilePath(profile: AssistantProfile): string {
  return profile === 'standard' ? '/mcp' : `/mcp/${profile}`
}

/**
 * The URL of a profile, for which its access tokens are issued (the resource of RFC 8707 and RFC 9728).
 * @param publicUrl the URL by which clients reach the tool server
 */
export function profileUrl(publicUrl: string, profile: AssistantProfile): string {
  return new URL(profilePath(profile), publicUrl).toString()
}
