/** What the server knows by the typed words. */
import { CpuIcon, type Icon, KeyIcon, PersonIcon, ServerIcon } from '@primer/octicons-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { isAdmin } from '../../../server/domain/accounts/roles'
import { channelTypeName } from '../../../server/domain/channels/type-name'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { typeFacts } from '../../pages/channel/type-facts'
import { type Entry, isMatch } from './entry'
import { useActAsked, useActs } from './use-acts'

/** Of each noun; whoever wants more opens its page. */
const MOST = 5

interface Found {
  readonly isBusy: boolean
  readonly sections: readonly { readonly title: string; readonly entries: readonly Entry[] }[]
}

/** Searches for the typed words, one request at a time: slow responses mean fewer requests. */
function useAnswers(typed: string) {
  const viewer = useViewer()
  const [query, setQuery] = useState('')
  const isStaff = isAdmin(viewer?.role ?? 0)
  const own = { skip: query === '' || viewer === undefined }
  const staff = { skip: query === '' || !isStaff }
  const paged = { keyword: query, page_size: MOST }
  const channels = useEndpoint('channel.search', { query: { ...paged, p: 0 } }, staff)
  const users = useEndpoint('user.search', { query: { ...paged, p: 1 } }, staff)
  const tokens = useEndpoint('token.search', { query: { keyword: query, p: 0, size: MOST } }, own)
  const models = useEndpoint('user.models', {}, { skip: viewer === undefined })
  const isBusy = [channels, users, tokens].some(({ isLoading }) => isLoading)
  useEffect(() => {
    if (!isBusy) setQuery(typed.trim())
  }, [isBusy, typed])
  return {
    isStaff,
    /** Whether the answers are those to what is typed now. */
    isFresh: !isBusy && query === typed.trim(),
    channels: (!staff.skip && channels.data) || [],
    users: (!staff.skip && users.data?.items) || [],
    tokens: (!own.skip && tokens.data) || [],
    models: (models.data ?? []).filter((name) => isMatch(typed, name)).slice(0, MOST),
  }
}

export function useFound(line: string): Found {
  const { text, language } = useText()
  const [, navigate] = useLocation()
  const { act, words: typed } = useActAsked(line)
  const { isStaff, isFresh, channels, users, tokens, models } = useAnswers(typed)
  const acts = useActs(act, { channels, tokens })
  if (act !== undefined) {
    return { isBusy: !isFresh, sections: [{ title: text('palette.orders'), entries: acts }] }
  }
  if (typed.trim() === '') return { isBusy: false, sections: [] }
  const entry = (icon: Icon, path: string, names: Pick<Entry, 'label' | 'note'>): Entry => ({
    id: path,
    icon,
    run: () => navigate(path),
    ...names,
  })
  const modelPath = isStaff ? '/model/' : '/log?model_name='
  const modelNote = text(isStaff ? 'nav.model' : 'palette.model_log')
  const sections = [
    {
      title: text('nav.channel'),
      entries: channels.map(({ id, name, type }) => {
        const facts = typeFacts(type)
        const note = `#${id} · ${facts === undefined ? type : channelTypeName(facts, language)}`
        return entry(ServerIcon, `/channel/edit/${id}`, { label: name, note })
      }),
    },
    {
      title: text('nav.token'),
      entries: tokens.map(({ id, name }) =>
        entry(KeyIcon, `/token/edit/${id}`, { label: name, note: `#${id}` }),
      ),
    },
    {
      title: text('nav.user'),
      entries: users.map(({ id, username, group }) =>
        entry(PersonIcon, `/user/edit/${id}`, { label: username, note: `#${id} · ${group}` }),
      ),
    },
    {
      title: text('field.channel.models'),
      entries: models.map((name) => {
        const path = modelPath + encodeURIComponent(name)
        return entry(CpuIcon, path, { label: name, note: modelNote })
      }),
    },
  ]
  return {
    isBusy: !isFresh,
    sections: sections.map(({ title, entries }) => ({
      title,
      // What an earlier question found stays only while it still fits.
      entries: entries.filter(({ label }) => isFresh || isMatch(typed, label)),
    })),
  }
}
