import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * Barriers that axe finds on a page, or in a part of it. It looks from inside the page: no page
 * has frames of strangers, and a window more for each look takes as long as the look.
 */
export async function barriersOn(page: Page, part?: string) {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze()
  return violations
}
