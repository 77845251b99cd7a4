/** Every page: its address, who may open it, and where the menu shows it. */
import {
  AlertIcon,
  BellIcon,
  ChecklistIcon,
  CommentDiscussionIcon,
  CommentIcon,
  CpuIcon,
  CreditCardIcon,
  GearIcon,
  GiftIcon,
  GitBranchIcon,
  GraphIcon,
  HistoryIcon,
  type Icon,
  ImageIcon,
  KeyAsteriskIcon,
  KeyIcon,
  ListUnorderedIcon,
  PeopleIcon,
  PulseIcon,
  RepoIcon,
  ServerIcon,
  SparkleIcon,
  TagIcon,
  TasklistIcon,
} from '@primer/octicons-react'
import type { Access } from '../server/domain/endpoints/endpoint'
import type { SiteStatus } from '../server/domain/endpoints/status'
import type { TextKey } from '../server/domain/i18n/translate'
import { configuredChats } from './app/chat-links'
import { mayOpenPage, type OrganisationAccess } from './app/may-open'

/** Groups of the side menu, in their order. */
export const MENU_GROUPS = ['nav.group_use', 'nav.group_account', 'nav.group_manage'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

interface MenuEntry {
  readonly path: string
  readonly title: string
}

export interface RouteRow {
  /** The first is the address that menus lead to; `:name` stands for a parameter. */
  readonly paths: readonly [string, ...string[]]
  readonly title: TextKey
  readonly access: Access
  readonly organisation?: OrganisationAccess
  /** `console` has the side menu. */
  readonly frame: 'public' | 'console'
  /** Of a feature that the operator can switch off: its page is then closed and in no menu. */
  readonly isOn?: (site: SiteStatus) => boolean
  readonly menu?: {
    readonly group: MenuGroup
    readonly icon: Icon
    /** Where the page stays open for who has its address. */
    readonly isOn?: (site: SiteStatus) => boolean
    /** Addresses of the page that have names of their own. */
    readonly entries?: (site: SiteStatus) => readonly MenuEntry[]
  }
}

/** A page of the console that no menu leads to, such as that of one row of a list. */
function inside<Path extends string, Role extends Access>(
  path: Path,
  title: TextKey,
  guard: { readonly access: Role; readonly organisation?: OrganisationAccess },
) {
  return { paths: [path], title, ...guard, frame: 'console' } as const
}

/** A page of the menu for those who run the site. */
function managed<Path extends string, Role extends Access>(
  path: Path,
  title: TextKey,
  { access, icon }: { readonly access: Role; readonly icon: Icon },
) {
  const menu = { group: 'nav.group_manage', icon } as const
  return { paths: [path], title, access, frame: 'console', menu } as const
}

/** A page without the side menu, for anybody. */
function open<Path extends string>(path: Path, title: TextKey) {
  return { paths: [path], title, access: 'anonymous', frame: 'public' } as const
}

const ROWS = [
  open('/', 'nav.home'),
  open('/pricing', 'nav.pricing'),
  open('/about', 'nav.about'),
  { ...open('/faq', 'nav.faq'), isOn: ({ has_faq_page }) => has_faq_page },
  { ...open('/contact', 'nav.contact'), isOn: ({ has_contact_page }) => has_contact_page },
  {
    ...open('/user-agreement', 'nav.user_agreement'),
    isOn: ({ user_agreement_enabled }) => user_agreement_enabled,
  },
  {
    ...open('/privacy-policy', 'nav.privacy_policy'),
    isOn: ({ privacy_policy_enabled }) => privacy_policy_enabled,
  },
  {
    paths: ['/status'],
    title: 'nav.status',
    access: 'anonymous',
    frame: 'public',
    isOn: ({ status_page_enabled }) => status_page_enabled,
  },
  {
    paths: ['/docs', '/docs/:topic'],
    title: 'nav.docs',
    access: 'anonymous',
    frame: 'public',
  },
  open('/login', 'nav.login'),
  open('/register', 'nav.register'),
  open('/reset', 'nav.reset'),
  open('/user/reset', 'nav.reset'),
  open('/receipt/:id', 'nav.receipt'),
  open('/invoice/:id', 'nav.invoice'),
  open('/oauth/:provider', 'nav.login'),
  {
    paths: ['/device'],
    title: 'device.title',
    access: 'user',
    frame: 'public',
  },
  {
    paths: ['/terms'],
    title: 'nav.user_agreement',
    access: 'user',
    frame: 'public',
    isOn: ({ terms_version }) => terms_version !== '',
  },
  {
    paths: ['/second-factor'],
    title: 'factor.card',
    access: 'user',
    frame: 'public',
  },
  {
    paths: ['/overview'],
    title: 'nav.overview',
    access: 'user',
    organisation: 'read',
    frame: 'console',
    menu: { group: 'nav.group_use', icon: PulseIcon },
  },
  {
    paths: ['/playground', '/playground/:mode'],
    title: 'nav.playground',
    access: 'user',
    frame: 'console',
    menu: { group: 'nav.group_use', icon: CommentDiscussionIcon },
  },
  {
    paths: ['/chat', '/chat/:id'],
    title: 'nav.chat',
    access: 'user',
    frame: 'console',
    menu: {
      group: 'nav.group_use',
      icon: CommentIcon,
      isOn: (site) => configuredChats(site).length > 0,
      entries: (site) => {
        const chats = configuredChats(site)
        if (chats.length < 2) return []
        return chats.map(({ title }, id) => ({ path: `/chat/${id}`, title }))
      },
    },
  },
  inside('/chat2link', 'nav.chat', { access: 'user' }),
  {
    paths: ['/token', '/token/add', '/token/edit/:id'],
    title: 'nav.token',
    access: 'user',
    organisation: 'any',
    frame: 'console',
    menu: { group: 'nav.group_use', icon: KeyIcon },
  },
  inside('/token/:id', 'nav.token', { access: 'user', organisation: 'any' }),
  {
    paths: ['/detail'],
    title: 'nav.detail',
    access: 'user',
    organisation: 'read',
    frame: 'console',
    menu: {
      group: 'nav.group_use',
      icon: GraphIcon,
      isOn: ({ enable_data_export }) => enable_data_export,
    },
  },
  {
    paths: ['/log'],
    title: 'nav.log',
    access: 'user',
    organisation: 'any',
    frame: 'console',
    menu: { group: 'nav.group_use', icon: ListUnorderedIcon },
  },
  {
    paths: ['/explore'],
    title: 'nav.explore',
    access: 'user',
    organisation: 'read',
    frame: 'console',
    menu: { group: 'nav.group_use', icon: GraphIcon },
  },
  {
    paths: ['/sessions'],
    title: 'nav.sessions',
    access: 'user',
    organisation: 'read',
    frame: 'console',
    menu: { group: 'nav.group_use', icon: CommentDiscussionIcon },
  },
  inside('/sessions/:user/:session', 'nav.session', { access: 'user', organisation: 'read' }),
  {
    paths: ['/create', '/create/:kind'],
    title: 'create.title',
    access: 'user',
    frame: 'console',
    menu: {
      group: 'nav.group_use',
      icon: SparkleIcon,
      isOn: ({ enable_drawing, enable_task }) => enable_drawing || enable_task,
    },
  },
  {
    paths: ['/midjourney'],
    title: 'nav.drawing',
    access: 'user',
    organisation: 'read',
    frame: 'console',
    isOn: ({ drawing_switched_on }) => drawing_switched_on,
    menu: {
      group: 'nav.group_use',
      icon: ImageIcon,
      isOn: ({ enable_drawing }) => enable_drawing,
    },
  },
  {
    paths: ['/task'],
    title: 'nav.task',
    access: 'user',
    organisation: 'read',
    frame: 'console',
    isOn: ({ task_switched_on }) => task_switched_on,
    menu: { group: 'nav.group_use', icon: TasklistIcon, isOn: ({ enable_task }) => enable_task },
  },
  {
    paths: ['/topup'],
    title: 'nav.wallet',
    access: 'user',
    organisation: 'read',
    frame: 'console',
    menu: { group: 'nav.group_account', icon: CreditCardIcon },
  },
  {
    paths: ['/invoice'],
    title: 'nav.invoice',
    access: 'user',
    organisation: 'read',
    frame: 'console',
    menu: {
      group: 'nav.group_account',
      icon: ListUnorderedIcon,
      isOn: ({ invoices_enabled }) => invoices_enabled,
    },
  },
  {
    paths: ['/plan'],
    title: 'nav.plan',
    access: 'user',
    organisation: 'read',
    frame: 'console',
    menu: { group: 'nav.group_account', icon: ChecklistIcon, isOn: ({ has_plans }) => has_plans },
  },
  {
    paths: ['/organisation'],
    title: 'nav.organisation',
    access: 'user',
    organisation: 'any',
    frame: 'console',
    menu: {
      group: 'nav.group_account',
      icon: PeopleIcon,
      isOn: ({ has_organisations }) => has_organisations,
    },
  },
  {
    paths: ['/setting'],
    title: 'setting.title',
    access: 'user',
    frame: 'console',
    menu: { group: 'nav.group_account', icon: GearIcon },
  },
  {
    paths: ['/channel', '/channel/add', '/channel/edit/:id'],
    title: 'nav.channel',
    access: 'admin',
    frame: 'console',
    menu: { group: 'nav.group_manage', icon: ServerIcon },
  },
  inside('/channel/setup', 'setup.title', { access: 'admin' }),
  inside('/channel/upstream-models', 'upstream_models.title', { access: 'admin' }),
  inside('/channel/:id', 'nav.channel', { access: 'admin' }),
  managed('/model', 'nav.models', { access: 'admin', icon: RepoIcon }),
  inside('/model/:name', 'nav.model', { access: 'admin' }),
  managed('/all-tokens', 'nav.all_tokens', { access: 'admin', icon: KeyAsteriskIcon }),
  managed('/finance', 'nav.finance', { access: 'admin', icon: CreditCardIcon }),
  managed('/route', 'nav.route', { access: 'admin', icon: GitBranchIcon }),
  managed('/price', 'nav.price', { access: 'root', icon: TagIcon }),
  managed('/redemption', 'nav.redemption', { access: 'admin', icon: GiftIcon }),
  managed('/all-plans', 'nav.plan_manage', { access: 'admin', icon: ChecklistIcon }),
  managed('/promo-code', 'nav.promo_code', { access: 'admin', icon: TagIcon }),
  inside('/redemption/:id', 'nav.redemption', { access: 'admin' }),
  {
    paths: ['/order'],
    title: 'nav.order',
    access: 'admin',
    frame: 'console',
    menu: {
      group: 'nav.group_manage',
      icon: ChecklistIcon,
      isOn: ({ enable_online_topup }) => enable_online_topup,
    },
  },
  inside('/order/:trade', 'nav.order', { access: 'admin' }),
  {
    paths: ['/all-invoices'],
    title: 'nav.all_invoices',
    access: 'admin',
    frame: 'console',
    menu: {
      group: 'nav.group_manage',
      icon: ListUnorderedIcon,
      isOn: ({ invoices_enabled }) => invoices_enabled,
    },
  },
  {
    paths: ['/user', '/user/edit', '/user/edit/:id'],
    title: 'nav.user',
    access: 'admin',
    frame: 'console',
    menu: { group: 'nav.group_manage', icon: PeopleIcon },
  },
  inside('/user/:id', 'nav.user', { access: 'admin' }),
  {
    paths: ['/alert', '/alert/history'],
    title: 'nav.alert',
    access: 'admin',
    frame: 'console',
    menu: { group: 'nav.group_manage', icon: AlertIcon },
  },
  managed('/notice', 'nav.notice', { access: 'admin', icon: BellIcon }),
  managed('/contact-point', 'nav.contact_point', { access: 'root', icon: BellIcon }),
  managed('/incident', 'nav.incident', { access: 'admin', icon: CommentIcon }),
  managed('/audit', 'nav.audit', { access: 'root', icon: HistoryIcon }),
  managed('/role', 'nav.role', { access: 'root', icon: KeyIcon }),
  managed('/identity-provider', 'nav.identity_provider', { access: 'root', icon: KeyAsteriskIcon }),
  managed('/node', 'nav.node', { access: 'admin', icon: CpuIcon }),
] as const satisfies readonly RouteRow[]

/** Pages by the address that menus lead to. */
export type PagePath = (typeof ROWS)[number]['paths'][0]

export const ROUTES: readonly (RouteRow & { readonly paths: readonly [PagePath, ...string[]] })[] =
  ROWS

/** Whether menus lead to a page: this viewer may open it, and the site has switched it on. */
export function isOffered(row: RouteRow, role: number | undefined, site: SiteStatus): boolean {
  const isOn = (row.isOn?.(site) ?? true) && (row.menu?.isOn?.(site) ?? true)
  return isOn && mayOpenPage(row, role)
}

/** The same of the page at an address, where there is one. */
export function isOfferedAt(path: string | undefined, role: number | undefined, site: SiteStatus) {
  const row = ROUTES.find(({ paths }) => paths[0] === path)
  return row !== undefined && isOffered(row, role, site)
}

/** Whether there is a page at an address that menus lead to. */
export function hasPage(path: string): boolean {
  return ROUTES.some(({ paths }) => paths[0] === path)
}
