/** Every page: its address, who may open it, and where the menu shows it. */
import {
  BellIcon,
  ChecklistIcon,
  CommentDiscussionIcon,
  CommentIcon,
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
  LogIcon,
  PaintbrushIcon,
  PeopleIcon,
  PulseIcon,
  RepoIcon,
  ServerIcon,
  TagIcon,
  TasklistIcon,
} from '@primer/octicons-react'
import type { ComponentType } from 'react'
import type { Access } from '../server/domain/endpoints/endpoint'
import type { SiteStatus } from '../server/domain/endpoints/status'
import type { TextKey } from '../server/domain/i18n/translate'
import { lazyPage } from './lazy-part'
import { mayOpen } from './may-open'
import { configuredChats } from './pages/chat/chat-links'

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
  readonly page: ComponentType
  readonly title: TextKey
  readonly access: Access
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

/** A page without the side menu, for anybody. */
function open(
  path: string,
  title: TextKey,
  page: () => Promise<{ readonly default: ComponentType }>,
): RouteRow {
  return { paths: [path], title, page: lazyPage(page), access: 'anonymous', frame: 'public' }
}

export const ROUTES: readonly RouteRow[] = [
  open('/', 'nav.home', () => import('./pages/home/HomePage')),
  open('/pricing', 'nav.pricing', () => import('./pages/pricing/PricingPage')),
  open('/about', 'nav.about', () => import('./pages/home/AboutPage')),
  {
    paths: ['/docs', '/docs/:topic'],
    title: 'nav.docs',
    page: lazyPage(() => import('./pages/docs/DocsPage')),
    access: 'anonymous',
    frame: 'public',
  },
  open('/login', 'nav.login', () => import('./pages/account/LoginPage')),
  open('/register', 'nav.register', () => import('./pages/account/RegisterPage')),
  open('/reset', 'nav.reset', () => import('./pages/account/ResetPage')),
  open('/user/reset', 'nav.reset', () => import('./pages/account/ResetConfirmPage')),
  open('/receipt/:id', 'nav.receipt', () => import('./pages/receipt/ReceiptPage')),
  open('/oauth/:provider', 'nav.login', () => import('./pages/account/OauthPage')),
  {
    paths: ['/overview'],
    title: 'nav.overview',
    page: lazyPage(() => import('./pages/overview/OverviewPage')),
    access: 'user',
    frame: 'console',
    menu: { group: 'nav.group_use', icon: PulseIcon },
  },
  {
    paths: ['/playground', '/playground/:mode'],
    title: 'nav.playground',
    page: lazyPage(() => import('./pages/playground/PlaygroundPage')),
    access: 'user',
    frame: 'console',
    menu: { group: 'nav.group_use', icon: CommentDiscussionIcon },
  },
  {
    paths: ['/chat', '/chat/:id'],
    title: 'nav.chat',
    page: lazyPage(() => import('./pages/chat/ChatPage')),
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
  {
    paths: ['/chat2link'],
    title: 'nav.chat',
    page: lazyPage(() => import('./pages/chat/ChatRedirectPage')),
    access: 'user',
    frame: 'console',
  },
  {
    paths: ['/token', '/token/add', '/token/edit/:id'],
    title: 'nav.token',
    page: lazyPage(() => import('./pages/token/TokenPage')),
    access: 'user',
    frame: 'console',
    menu: { group: 'nav.group_use', icon: KeyIcon },
  },
  {
    paths: ['/token/:id'],
    title: 'nav.token',
    page: lazyPage(() => import('./pages/token/TokenStatsPage')),
    access: 'user',
    frame: 'console',
  },
  {
    paths: ['/detail'],
    title: 'nav.detail',
    page: lazyPage(() => import('./pages/detail/DetailPage')),
    access: 'user',
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
    page: lazyPage(() => import('./pages/log/LogPage')),
    access: 'user',
    frame: 'console',
    menu: { group: 'nav.group_use', icon: LogIcon },
  },
  {
    paths: ['/create', '/create/:kind'],
    title: 'create.title',
    page: lazyPage(() => import('./pages/create/CreatePage')),
    access: 'user',
    frame: 'console',
    menu: {
      group: 'nav.group_use',
      icon: PaintbrushIcon,
      isOn: ({ enable_drawing, enable_task }) => enable_drawing || enable_task,
    },
  },
  {
    paths: ['/midjourney'],
    title: 'nav.drawing',
    page: lazyPage(() => import('./pages/drawing/DrawingPage')),
    access: 'user',
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
    page: lazyPage(() => import('./pages/task/TaskPage')),
    access: 'user',
    frame: 'console',
    isOn: ({ task_switched_on }) => task_switched_on,
    menu: { group: 'nav.group_use', icon: TasklistIcon, isOn: ({ enable_task }) => enable_task },
  },
  {
    paths: ['/topup'],
    title: 'nav.wallet',
    page: lazyPage(() => import('./pages/wallet/WalletPage')),
    access: 'user',
    frame: 'console',
    menu: { group: 'nav.group_account', icon: CreditCardIcon },
  },
  {
    paths: ['/setting'],
    title: 'setting.title',
    page: lazyPage(() => import('./pages/setting/SettingPage')),
    access: 'user',
    frame: 'console',
    menu: { group: 'nav.group_account', icon: GearIcon },
  },
  {
    paths: ['/channel', '/channel/add', '/channel/edit/:id'],
    title: 'nav.channel',
    page: lazyPage(() => import('./pages/channel/ChannelPage')),
    access: 'admin',
    frame: 'console',
    menu: { group: 'nav.group_manage', icon: ServerIcon },
  },
  {
    paths: ['/channel/setup'],
    title: 'setup.title',
    page: lazyPage(() => import('./pages/channel/setup/SetupPage')),
    access: 'admin',
    frame: 'console',
  },
  {
    paths: ['/channel/:id'],
    title: 'nav.channel',
    page: lazyPage(() => import('./pages/channel/ChannelStatsPage')),
    access: 'admin',
    frame: 'console',
  },
  {
    paths: ['/model'],
    title: 'nav.models',
    page: lazyPage(() => import('./pages/model/ModelsPage')),
    access: 'admin',
    frame: 'console',
    menu: { group: 'nav.group_manage', icon: RepoIcon },
  },
  {
    paths: ['/model/:name'],
    title: 'nav.model',
    page: lazyPage(() => import('./pages/model/ModelPage')),
    access: 'admin',
    frame: 'console',
  },
  {
    paths: ['/all-tokens'],
    title: 'nav.all_tokens',
    page: lazyPage(() => import('./pages/token/AllTokensPage')),
    access: 'admin',
    frame: 'console',
    menu: { group: 'nav.group_manage', icon: KeyAsteriskIcon },
  },
  {
    paths: ['/route'],
    title: 'nav.route',
    page: lazyPage(() => import('./pages/route/RoutePage')),
    access: 'admin',
    frame: 'console',
    menu: { group: 'nav.group_manage', icon: GitBranchIcon },
  },
  {
    paths: ['/price'],
    title: 'nav.price',
    page: lazyPage(() => import('./pages/price/PricePage')),
    access: 'root',
    frame: 'console',
    menu: { group: 'nav.group_manage', icon: TagIcon },
  },
  {
    paths: ['/redemption'],
    title: 'nav.redemption',
    page: lazyPage(() => import('./pages/redemption/RedemptionPage')),
    access: 'admin',
    frame: 'console',
    menu: { group: 'nav.group_manage', icon: GiftIcon },
  },
  {
    paths: ['/redemption/:id'],
    title: 'nav.redemption',
    page: lazyPage(() => import('./pages/redemption/CodePage')),
    access: 'admin',
    frame: 'console',
  },
  {
    paths: ['/order'],
    title: 'nav.order',
    page: lazyPage(() => import('./pages/order/OrderPage')),
    access: 'admin',
    frame: 'console',
    menu: {
      group: 'nav.group_manage',
      icon: ChecklistIcon,
      isOn: ({ enable_online_topup }) => enable_online_topup,
    },
  },
  {
    paths: ['/order/:trade'],
    title: 'nav.order',
    page: lazyPage(() => import('./pages/order/OneOrderPage')),
    access: 'admin',
    frame: 'console',
  },
  {
    paths: ['/user', '/user/edit', '/user/edit/:id'],
    title: 'nav.user',
    page: lazyPage(() => import('./pages/user/UserPage')),
    access: 'admin',
    frame: 'console',
    menu: { group: 'nav.group_manage', icon: PeopleIcon },
  },
  {
    paths: ['/user/:id'],
    title: 'nav.user',
    page: lazyPage(() => import('./pages/user/UserStatsPage')),
    access: 'admin',
    frame: 'console',
  },
  {
    paths: ['/notice'],
    title: 'nav.notice',
    page: lazyPage(() => import('./pages/notice/NoticePage')),
    access: 'admin',
    frame: 'console',
    menu: { group: 'nav.group_manage', icon: BellIcon },
  },
  {
    paths: ['/audit'],
    title: 'nav.audit',
    page: lazyPage(() => import('./pages/audit/AuditPage')),
    access: 'root',
    frame: 'console',
    menu: { group: 'nav.group_manage', icon: HistoryIcon },
  },
]

/** Whether menus lead to a page: this viewer may open it, and the site has switched it on. */
export function isOffered(row: RouteRow, role: number | undefined, site: SiteStatus): boolean {
  const isOn = (row.isOn?.(site) ?? true) && (row.menu?.isOn?.(site) ?? true)
  return isOn && mayOpen(row.access, role)
}

/** Whether there is a page at an address that menus lead to. */
export function hasPage(path: string): boolean {
  return ROUTES.some(({ paths }) => paths[0] === path)
}
