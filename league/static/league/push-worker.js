/* Shows notices that come while no page of this site is open, and opens what they are about. It keeps nothing. */
"use strict";

self.addEventListener("push", function (event) {
  var notice = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification(notice.subject || "Corner Office", {
    body: notice.text || "",
    tag: notice.key,
    icon: "/static/league/logo.svg",
    data: { link: notice.link || "/inbox/" },
  }));
});

self.addEventListener("notificationclick", function (event) {
  event.notification.close();
  var link = new URL(event.notification.data.link, self.location.origin);
  if (link.origin !== self.location.origin) { return; }
  event.waitUntil(self.clients.openWindow(link.href));
});
