import { Value } from '@sinclair/typebox/value'
import { allOptions } from '../../../db/tables/options'
import { hasOrganisations } from '../../../db/tables/organisations'
import { isAnyPlanShown } from '../../../db/tables/plans'
import { isAnyPromoCodeOpen } from '../../../db/tables/promo-codes'
import { termsToAccept } from '../../domain/accounts/terms'
import { SiteStatus } from '../../domain/endpoints/status'
import { GatewayError } from '../../domain/errors/gateway-error'
import { invariant } from '../../domain/errors/invariant'
import { OPTION_KEYS, type OptionValues, optionRow } from '../../domain/options'
import { openProviders } from '../identity-providers/keep'
import { isMailReady } from '../mail/send-mail'
import { optionValues } from '../options/current'
import { takesPayments } from '../payments/accounts'
import type { ServiceDeps } from '../service-deps'
import { servedFamilies } from './served-work'

export interface ProcessFacts {
  readonly version: string
  /** Epoch seconds. */
  readonly startTime: number
}

/** What anybody may know. Every option whose row names a public field is in it. */
export async function siteStatus(deps: ServiceDeps, facts: ProcessFacts): Promise<SiteStatus> {
  const options = await optionValues(deps.db.reader)
  const served = await servedFamilies(deps)
  const status = {
    ...publicOptions(options),
    // A page of what no channel can do is in no menu.
    enable_drawing: options.DrawingEnabled && served.has('drawing'),
    enable_task: options.TaskEnabled && (served.has('music') || served.has('video')),
    drawing_switched_on: options.DrawingEnabled,
    task_switched_on: options.TaskEnabled,
    version: facts.version,
    start_time: facts.startTime,
    // Writes are always grouped here; the family's switch for it has nothing to switch.
    enable_batch_update: false,
    enable_online_topup: takesPayments(options),
    mail_enabled: isMailReady(options),
    custom_oauth_providers: await openProviders(deps),
    has_organisations: options.UserOrganisationsEnabled || (await hasOrganisations(deps.db.reader)),
    has_plans: await isAnyPlanShown(deps.db.reader),
    has_faq_page: options.FaqText.trim() !== '',
    has_contact_page: options.ContactText.trim() !== '',
    user_agreement_enabled: options['legal.user_agreement'].trim() !== '',
    privacy_policy_enabled: options['legal.privacy_policy'].trim() !== '',
    terms_version: termsToAccept(options),
    has_promo_codes: await isAnyPromoCodeOpen(deps.db.reader, deps.clock.nowMs()),
    setup: true,
  }
  invariant(Value.Check(SiteStatus, status), 'every public option has a field of its type')
  return status
}

function publicOptions(options: OptionValues): Readonly<Record<string, unknown>> {
  const shown: Record<string, unknown> = {}
  for (const key of OPTION_KEYS) {
    const { status, inert } = optionRow(key)
    if (status === undefined) continue
    // The switch of a feature that is not served reads as off, whatever is stored.
    shown[status] = inert !== undefined && options[key] === true ? false : options[key]
  }
  return shown
}

export type SiteTextName =
  | ('Notice' | 'About' | 'HomePageContent' | 'FaqText' | 'ContactText')
  | ('legal.user_agreement' | 'legal.privacy_policy')

/** "" when unset. */
export async function siteText(deps: ServiceDeps, name: SiteTextName): Promise<string> {
  return (await optionValues(deps.db.reader))[name]
}

/** Throws `db.unavailable`. */
export async function testDatabase(deps: ServiceDeps): Promise<void> {
  try {
    await allOptions(deps.db.reader)
  } catch (cause) {
    throw new GatewayError('db.unavailable', {}, { cause })
  }
}
