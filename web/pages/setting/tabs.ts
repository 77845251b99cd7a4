/** What the settings page is divided into, in the order of the tabs. */
import type { ComponentType } from 'react'
import type { Access } from '../../../server/domain/endpoints/endpoint'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { lazyPage } from '../../components/late/lazy-part'
import { OPTION_TABS, type OptionTabId } from './options/tab-names'

interface TabRow {
  /** `tab` of the address. */
  readonly id: string
  readonly title: TextKey
  /** Whoever may not open a tab does not see it either. */
  readonly access: Access
  readonly component: ComponentType
}

/** The one for everybody, where an address names none. */
export const PERSONAL: TabRow = {
  id: 'personal',
  title: 'setting.tab_personal',
  access: 'user',
  component: lazyPage(() => import('./personal/PersonalTab')),
}

/** One page for all of them, so that changes on one tab survive on the others. */
const OptionTab = lazyPage(() => import('./options/OptionTab'))

function ofSite(id: OptionTabId): TabRow {
  return { id, title: `setting.tab_${id}`, access: 'root', component: OptionTab }
}

export const TABS: readonly TabRow[] = [PERSONAL, ...OPTION_TABS.map(ofSite)]
