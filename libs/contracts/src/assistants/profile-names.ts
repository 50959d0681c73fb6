/** The profiles of the tool server: what an assistant may call. `standard` is that of the path `/mcp`. */
export const assistantProfiles = ['standard', 'read', 'dns', 'domains', 'all'] as const

export type AssistantProfile = (typeof assistantProfiles)[number]
