/** What the server knows by the typed words. */
import { CpuIcon, KeyIcon, PersonIcon, ServerIcon } from '@primer/octicons-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { channelTypeById } from '../../../server/domain/channel-types'
import { isAdmin } from '../../../server/domain/roles'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../language'
import { useViewer } from '../../session'
import { type Entry, isMatch } from './entry'

/** Of each noun; whoever wants more opens its page. */
const MOST = 5

interface Found {
  readonly isBusy: boolean
  readonly sections: readonly { readonly title: string; readonly entries: readonly Entry[] }[]
}

export function useFound(typed: string): Found {
  const { text } = useText()
  const [, navigate] = useLocation()
  const viewer = useViewer()
  const [asked, ask] = useState('')
  const isStaff = isAdmin(viewer?.role ?? 0)
  const keyword = asked === '' ? undefined : asked
  const own = { skip: keyword === undefined || viewer === undefined }
  const staff = { skip: keyword === undefined || !isStaff }
  const paged = { keyword, page_size: MOST }
  const channels = useEndpoint('channel.search', { query: { ...paged, p: 0 } }, staff)
  const users = useEndpoint('user.search', { query: { ...paged, p: 1 } }, staff)
  const tokens = useEndpoint('token.search', { query: { keyword, p: 0, size: MOST } }, own)
  const models = useEndpoint('user.models', {}, { skip: viewer === undefined })
  const isBusy = [channels, users, tokens].some(({ isLoading }) => isLoading)
  useEffect(() => {
    // One question at a time: who types faster than the server answers asks less often.
    if (!isBusy) ask(typed.trim())
  }, [isBusy, typed])
  if (typed.trim() === '') return { isBusy: false, sections: [] }
  const entry = (
    icon: Entry['icon'],
    path: string,
    names: Pick<Entry, 'label' | 'note'>,
  ): Entry => ({
    id: path,
    icon,
    run: () => navigate(path),
    ...names,
  })
  const sections = [
    {
      title: text('nav.channel'),
      entries: (staff.skip ? [] : (channels.data ?? [])).map(({ id, name, type }) =>
        entry(ServerIcon, `/channel/edit/${id}`, {
          label: name,
          note: `#${id} · ${channelTypeById(type)?.name ?? type}`,
        }),
      ),
    },
    {
      title: text('nav.token'),
      entries: (own.skip ? [] : (tokens.data ?? [])).map(({ id, name }) =>
        entry(KeyIcon, `/token/edit/${id}`, { label: name, note: `#${id}` }),
      ),
    },
    {
      title: text('nav.user'),
      entries: (staff.skip ? [] : (users.data?.items ?? [])).map(({ id, username, group }) =>
        entry(PersonIcon, `/user/edit/${id}`, { label: username, note: `#${id} · ${group}` }),
      ),
    },
    {
      title: text('field.channel.models'),
      entries: (models.data ?? [])
        .filter((name) => isMatch(typed, name))
        .slice(0, MOST)
        .map((name) =>
          entry(
            CpuIcon,
            `${isStaff ? '/channel?model=' : '/log?model_name='}${encodeURIComponent(name)}`,
            {
              label: name,
              note: text(isStaff ? 'palette.model_channels' : 'palette.model_log'),
            },
          ),
        ),
    },
  ]
  // What an earlier question found stays only while it still fits.
  const isFresh = !isBusy && asked === typed.trim()
  return {
    isBusy: !isFresh,
    sections: sections.map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ label }) => isFresh || isMatch(typed, label)),
    })),
  }
}
