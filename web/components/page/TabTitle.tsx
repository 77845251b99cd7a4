import { useEffect } from 'react'
import { useSite } from '../../app/site'

/** What the tab of the browser says; of several, what is rendered last. */
export function TabTitle({ title }: { readonly title: string }) {
  const { system_name } = useSite()
  useEffect(() => {
    document.title = `${title} · ${system_name}`
  }, [title, system_name])
  return null
}
