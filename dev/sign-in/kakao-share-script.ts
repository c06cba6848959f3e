/**
 * A replacement of the part of Kakao's JavaScript SDK that shares links
 * (https://developers.kakao.com/docs/latest/kakaotalk-share/js-link): `init`, `isInitialized`, `Share.sendScrap`. As
 * the real one on a desktop, it posts a form to a new window, where the user would choose a friend.
 */
export function kakaoShareScript(): string {
  return `(${script.toString()})(new URL(document.currentScript.src).origin);\n`;
}

/** Shows what would be sent, for trial mode and for tests. */
export function sharePage(form: URLSearchParams): string {
  const { appKey, requestUrl } = Object.fromEntries(
    ['appKey', 'requestUrl'].map((name) => [name, escaped(form.get(name) ?? '')]),
  );
  return `<!doctype html><html lang="ko"><meta charset="utf-8"><title>KakaoTalk (stand-in)</title><h1>KakaoTalk (stand-in)</h1><p>Would be sent to a friend:</p><p id="link">${requestUrl}</p><p>App: ${appKey}</p></html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Serialized and run in the browser. */
function script(origin: string): void {
  let key: string | undefined;
  (window as unknown as { Kakao: object }).Kakao = {
    init(given: string) {
      if (key !== undefined) throw new Error('KakaoError: Kakao.init: Already initialized.');
      key = given;
    },
    isInitialized: () => key !== undefined,
    Share: {
      sendScrap({ requestUrl }: { requestUrl: string }) {
        if (key === undefined) throw new Error('KakaoError: Kakao.init must be called first.');
        const form = document.createElement('form');
        form.method = 'post';
        form.action = `${origin}/picker/link`;
        form.target = '_blank';
        for (const [name, value] of Object.entries({ appKey: key, requestUrl })) {
          const input = document.createElement('input');
          input.type = 'hidden';
          input.name = name;
          input.value = value;
          form.append(input);
        }
        document.body.append(form);
        form.submit();
        form.remove();
      },
    },
  };
}
