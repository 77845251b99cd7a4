/** Organisations with their people, for tests of what these may do. */
import { expect } from 'bun:test'
import { type MemberRole, ORGANISATION_HEADER } from '../../server/domain/accounts/membership'
import type { ApiCaller, ApiOptions } from '../support/api'
import { TEST_ACTOR } from '../support/seed'
import { type House, newUserOf } from './house'

export const CURRENT = '/api/organisation/current'

export const on = (id: number): ApiOptions => ({ headers: { [ORGANISATION_HEADER]: String(id) } })

export interface Person {
  readonly id: number
  readonly username: string
  readonly caller: ApiCaller
}

export async function newPerson(house: House, quota = 1000): Promise<Person> {
  const { id, username, login } = await newUserOf(house, { quota })
  return { id, username, caller: await login() }
}

/** With an owner; `in` acts for it. */
let made = 0

export async function newOrganisation(house: House, quota = 0) {
  made += 1
  const owner = await newPerson(house)
  const input = { name: `firm-${made}`, owner_id: owner.id }
  const { body } = await house.root.post('/api/organisation/', input)
  expect(body.success).toBe(true)
  const { id } = body.data
  if (quota > 0) await house.gateway.services.users.set(TEST_ACTOR, { id, quota: { to: quota } })
  const behalf = on(id)
  const join = async (role: MemberRole): Promise<Person> => {
    const person = await newPerson(house)
    const added = { user: person.username, role }
    expect((await house.root.post(`/api/organisation/${id}/member`, added)).body.success).toBe(true)
    return person
  }
  return { id, name: `firm-${made}`, owner, behalf, join }
}

export async function newProject(
  owner: ApiCaller,
  behalf: ApiOptions,
  name: string,
): Promise<number> {
  return (await owner.post(`${CURRENT}/project`, { name }, behalf)).body.data.id
}
