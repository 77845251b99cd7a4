import type { NoticeContent } from './notice'

export function testContent(site: string): NoticeContent {
  return { title: 'notice.test_title', text: 'notice.test_text', params: { site } }
}
