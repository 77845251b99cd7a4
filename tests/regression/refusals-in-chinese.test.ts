import { afterEach, expect, test } from 'bun:test'
import { openShell, type Shell } from '../cli/cli-fixture'

let shell: Shell | undefined

afterEach(() => shell?.remove())

test.each([
  [['--model-mapping', '{"a":"b","b":"a"}'], '映射在 a 处形成循环'],
  [['--model-mapping', '[]'], '必须是 JSON 对象'],
  [['--model-mapping', '{"a":""}'], 'a 必须映射到一个模型名称'],
  [['--status-code-mapping', '{"400":"x"}'], '400 必须是从一个 HTTP 状态码映射到另一个'],
  [['--setting', '{"prxy":"x"}'], '未知的键 prxy'],
  [['--setting', '{"proxy":"ftp://x"}'], 'proxy 必须是 http、https 或 socks5 地址'],
  [['--setting', '{"cut_policy":"never"}'], 'cut_policy 必须是 partial、drain 或 refund'],
] as const)('channel add %j is refused in Chinese, reason and all', async (flags, reason) => {
  shell = openShell()
  const args = ['--lang', 'zh', 'channel', 'add', 'x', '--key', 'k', '--models', 'm', ...flags]
  const { code, stderr } = await shell.gw(args)
  expect(code).toBe(2)
  expect(stderr).toContain(reason)
})
