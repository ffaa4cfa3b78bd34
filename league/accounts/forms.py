"""A token from the account page, passkeys, and the way back in for people who forgot the password."""

from typing import Any

from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SetPasswordForm,
    SignupForm,
)
from allauth.account.models import EmailAddress
from allauth.mfa.base.forms import ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from allauth.socialaccount.forms import SignupForm as SocialSignupForm
from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from engine.translatable import spoken
from league.accounts.rules import LONGEST_DAYS, USUAL_DAYS
from league.accounts.services.second_step import CodeAtSignIn, UsedOnce
from league.core.forms import PlainForm
from league.core.rules.scopes import EXPLAINED, REPORT


def _scopes() -> list[tuple[str, str]]:
    return [(scope, spoken(words)) for scope, words in EXPLAINED.items()]


class TokenForm(PlainForm):
    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        help_text=_("What is it for? You will see that name in the list."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Give it a name to recognise it by.")},
    )
    scope = forms.ChoiceField(choices=_scopes, label=_("What may it do?"), widget=forms.RadioSelect, initial=REPORT)
    days = forms.IntegerField(
        label=_("For how many days?"),
        min_value=1,
        max_value=LONGEST_DAYS,
        initial=USUAL_DAYS,
        help_text=_("Up to a year."),
    )


class UserNameForm(PlainForm):
    name = forms.CharField(
        label=_("New user name"),
        max_length=150,
        help_text=_("Letters, digits and @ . + - _ without spaces."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )


class LanguageForm(PlainForm):
    language = forms.ChoiceField(
        label=_("Language of pages and letters"),
        choices=[("", _("The league's, or my browser's")), *settings.LANGUAGES],
        required=False,
        widget=forms.RadioSelect,
    )


class ResetForm(ResetPasswordForm):  # type: ignore[misc]
    """A letter goes to the address only if the account's owner has proved that it is theirs. The page says the same
    either way."""

    users: list[User]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        relabelled(self)

    def clean_email(self) -> str:
        email = str(super().clean_email())
        proved = EmailAddress.objects.filter(email__iexact=email, verified=True, user__in=self.users)
        theirs = set(proved.values_list("user", flat=True))
        self.users = [user for user in self.users if user.pk in theirs]
        return email


class PasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    name = forms.CharField(
        required=False, max_length=60, help_text=_("To recognise it by in your list."), widget=forms.TextInput()
    )
    passwordless = forms.BooleanField(
        required=False, initial=True, label=_("Sign in with it alone, without a password (needs a PIN, finger or face)")
    )


# What the forms of allauth call their fields, in our words.
LABELS = {
    "login": _("Username or e-mail"),
    "remember": _("Stay signed in on this device"),
    "password2": _("The password again"),
    "oldpassword": _("Current password"),
    "email": _("E-mail"),
    "code": _("Code"),
}
PASSWORD_RULE = _("At least 8 characters, and nothing that is easy to guess.")


def relabelled(form: forms.Form, **own: Any) -> None:
    """Set the labels of a form and the rule of a new password, and leave out a placeholder that repeats them."""
    labels = LABELS | own
    if "password1" in form.fields:
        form.fields["password1"].help_text = PASSWORD_RULE
    for name, field in form.fields.items():
        field.label = labels.get(name, field.label)
        field.widget.attrs.pop("placeholder", None)


class SignInForm(LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        relabelled(self)


class SignUpForm(SignupForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        relabelled(self)
        self.fields["email"].help_text = _("For letters from your league, and to replace a forgotten password.")


class ProviderSignUpForm(SocialSignupForm):  # type: ignore[misc]
    """It asks only for a user name: the address is vouched for by the provider, or added later, so nobody learns here
    which addresses have accounts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["email"]
        relabelled(self)


class NewPasswordForm(ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        relabelled(self, password1=_("The new password"), password2=_("The new password again"))


class ReplacedPasswordForm(ResetPasswordKeyForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        relabelled(self, password1=_("The new password"), password2=_("The new password again"))


class FirstPasswordForm(SetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        relabelled(self)


class AddressForm(AddEmailForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        relabelled(self)


class CodeForm(CodeAtSignIn):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        relabelled(self)


class CodeAgainForm(UsedOnce, ReauthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        relabelled(self)


class AppForm(ActivateTOTPForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        relabelled(self, code=_("Code from the app"))


class FarewellForm(PlainForm):
    keep_name = forms.ChoiceField(
        label=_("How should your characters name their player afterwards?"),
        choices=[
            ("no", _("“Former member” and a number")),
            ("yes", _("Your user name, as a label without an account")),
        ],
        widget=forms.RadioSelect,
        initial="no",
    )
    sure = forms.BooleanField(
        label=_("Yes, delete my account"), error_messages={"required": _("Tick the box to say that you are sure.")}
    )
