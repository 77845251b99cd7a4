/** What visitors see. Texts are Markdown, HTML or an https address that is framed. */
import { boolean, json, link, section, string, text } from './option'
import { NamedLinks, refuseScriptLinks, TextByName } from './shapes'

const NEXT_WEB = 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{address}"}'
const LOBE_CHAT =
  'https://chat-preview.lobehub.com/?settings=' +
  '{"keyVaults":{"openai":{"apiKey":"{key}","baseURL":"{address}/v1"}}}'

export const presentationOptions = section('presentation', {
  SystemName: string({ default: 'gw', status: 'system_name' }),
  Logo: link({ status: 'logo' }),
  Footer: text({ status: 'footer_html' }),
  Notice: text(),
  About: text(),
  FaqText: text(),
  ContactText: text(),
  'legal.user_agreement': text(),
  'legal.privacy_policy': text(),
  /** A date or a word; with another one everybody is asked again. "": nobody is asked. */
  TermsVersion: string(),
  HomePageContent: text(),
  Chats: json({
    default: [{ 'ChatGPT Next Web': NEXT_WEB }, { 'Lobe Chat': LOBE_CHAT }],
    schema: NamedLinks,
    check: refuseScriptLinks,
    status: 'chats',
  }),
  /** Question → answer, in Markdown. */
  FAQ: json({ default: {}, schema: TextByName, status: 'faq' }),
  /** Name → address that clients may use instead. */
  ApiInfo: json({
    default: [],
    schema: NamedLinks,
    check: refuseScriptLinks,
    status: 'api_info',
  }),
  // Single links of older front ends.
  ChatLink: link({ status: 'chat_link' }),
  ChatLink2: link({ status: 'chat_link2' }),
  DisplayInCurrencyEnabled: boolean(true, { status: 'display_in_currency' }),
  /** Billing endpoints tell a token's figures instead of its user's. */
  DisplayTokenStatEnabled: boolean(true),
  DefaultCollapseSidebar: boolean(false, { status: 'default_collapse_sidebar' }),
  DemoSiteEnabled: boolean(false, { status: 'demo_site_enabled' }),
  SelfUseModeEnabled: boolean(false, { status: 'self_use_mode_enabled' }),
  'general_setting.docs_link': link({ status: 'docs_link' }),
})
