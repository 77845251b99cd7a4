/** Codes that grant plans and the check-in, in the console. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { PLAN } from '../plans/plan-fixture'
import { TEST_ACTOR } from '../support/seed'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole({ options: { CheckInCredit: 500_000 } })
  await site.gateway.services.plans.create(TEST_ACTOR, PLAN)
}, 60_000)
afterAll(() => site[Symbol.asyncDispose]())

test('an administrator makes codes of a plan, and a user redeems one and checks in', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/redemption')
  await page.getByRole('button', { name: 'Add redemption codes' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Grants').selectOption({ label: 'Plan: Pro' })
  expect(await form.getByLabel('Quota').count()).toBe(0)
  await form.getByRole('button', { name: 'Create' }).click()
  const codes = page.getByRole('dialog', { name: 'Redemption codes (1)' })
  const code = await codes.getByRole('textbox').inputValue()
  await codes.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('cell', { name: 'Pro', exact: true }).last().waitFor()
  expect(visit.complaints).toEqual([])

  await using other = await site.open('user', { language: 'en' })
  await other.goto('/topup')
  await other.page.getByLabel('Redemption code').fill(code)
  await other.page.getByRole('button', { name: 'Redeem', exact: true }).click()
  await other.page.getByText('your plan Pro has begun').waitFor()
  await other.page.getByRole('button', { name: 'Check in' }).click()
  await other.page.getByRole('button', { name: 'Checked in today' }).waitFor()
  await other.page.getByRole('cell', { name: '+$1.00' }).waitFor()
  expect(other.complaints).toEqual([])
})
