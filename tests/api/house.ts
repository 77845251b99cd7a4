/** A gateway with root, an admin and a clock, for tests about people. */
import { API_PASSWORD, type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

export const START_MS = 1_750_000_000_000
export const MINUTE_MS = 60_000

export interface House {
  readonly gateway: Gateway
  readonly api: ApiClient
  readonly root: ApiCaller
  readonly admin: ApiCaller
  readonly rootId: number
}

export async function openHouse(clock: { readonly ms: number }): Promise<House> {
  const gateway = await startGateway({
    env: NO_LIMITS,
    clock: { nowMs: () => clock.ms },
    channels: [
      { models: 'gpt-4o,gpt-4o-mini', group: 'default' },
      { models: 'claude-opus-4', group: 'svip' },
      { models: 'gemini-2.5-pro', group: 'vip' },
    ],
  })
  const api = apiClient(gateway)
  const root = await api.as('root')
  return { gateway, api, root, admin: await api.as('admin'), rootId: root.id }
}

let made = 0

export async function newUserOf(
  { gateway, api }: House,
  facts: { role?: number; quota?: number; group?: string } = {},
) {
  made += 1
  const user = await gateway.services.users.create(TEST_ACTOR, {
    username: `made-${made}`,
    password: API_PASSWORD,
    quota: 1000,
    ...facts,
  })
  return { ...user, login: () => api.login(user.username) }
}

export const codeOf = async (answer: Promise<{ body: { code?: string } }>) =>
  (await answer).body.code
